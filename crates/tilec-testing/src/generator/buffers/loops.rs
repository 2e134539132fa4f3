//! `scf.for`, `scf.while` and `scf.if` whose values are tensors.

use super::super::Generator;
use crate::program::Value;
use tilec_ir::{ScalarType, Type};

fn join(values: &[Value], text: impl Fn(&Value) -> String) -> String {
    values.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub(super) fn names(values: &[Value]) -> String {
    join(values, |v| v.name.clone())
}

pub(super) fn types(values: &[Value]) -> String {
    join(values, |v| v.ty.to_string())
}

impl Generator {
    /// What a loop carries: initial values, and their names inside.
    fn carried(&mut self) -> (Vec<Value>, Vec<Value>) {
        let count = self.pick(&[1, 1, 1, 2, 2, 3]);
        let first = self.home_value();
        let mut inits = vec![first.clone()];
        while inits.len() < count {
            // Of one type, mostly, so that they can change places.
            inits.push(if self.chance(70) { self.same_type(&first) } else { self.home_value() });
        }
        if inits.len() > 1 && inits[0] == inits[1] {
            self.situation("one value carried twice");
        }
        let inside = inits.iter().map(|v| Value { name: self.fresh('k'), ty: v.ty.clone() }).collect();
        (inits, inside)
    }

    fn same_type(&mut self, like: &Value) -> Value {
        self.some_value(like.ty.shape().unwrap_or(&[]), like.ty.elem().expect("an element type"))
    }

    /// What a region hands on for each of these: computed in it, or what came in, here or elsewhere, or a value from outside.
    fn handed_on(&mut self, inside: &[Value], before: usize) -> Vec<Value> {
        let mut last = Vec::new();
        for (i, own) in inside.iter().enumerate() {
            let made: Vec<Value> = self.values[before..].iter().rev().filter(|v| v.ty == own.ty).cloned().collect();
            let other = inside.iter().enumerate().find(|(j, v)| *j != i && v.ty == own.ty).map(|(_, v)| v.clone());
            let outside = self.values[..before].iter().rev().find(|v| v.ty == own.ty && !inside.contains(v)).cloned();
            let (value, what) = match (self.rng.u8(..100), other, outside) {
                (0..18, Some(other), _) => (other, "yields another carried value"),
                (18..30, _, Some(outside)) => (outside, "yields a value from outside"),
                (30..37, ..) => (own.clone(), "yields what came in"),
                _ if made.is_empty() => (self.update_of(own, true), "yields what is computed"),
                _ => (made[self.rng.usize(..made.len().min(2))].clone(), "yields what is computed"),
            };
            self.situation(what);
            last.push(value);
        }
        last
    }

    /// Results of an op: their names, and what stands before the op.
    pub(super) fn finish_region(&mut self, text: &str, like: &[Value]) {
        let name = self.fresh('v');
        let many = like.len() > 1;
        let named = |i: usize| if many { format!("{name}#{i}") } else { name.clone() };
        let results: Vec<_> = like.iter().enumerate().map(|(i, v)| Value { name: named(i), ty: v.ty.clone() }).collect();
        let text = if many { format!("{name}:{} = {text}", like.len()) } else { format!("{name} = {text}") };
        self.program.stmts.push(crate::Stmt { results: results.clone(), text });
        self.values.extend(results.into_iter().filter(|r| r.ty.as_scalar().is_none()));
    }

    /// `scf.for`.
    pub(super) fn loop_op(&mut self) {
        let (inits, inside) = self.carried();
        let trips = self.pick(&[0, 1, 2, 2, 3, 3]);
        self.situation(if trips == 0 { "scf.for without trips" } else { "scf.for" });
        if self.home().depth > 0 {
            self.situation("nested loop");
        }
        let upper = if trips > 0 && self.chance(25) {
            self.situation("scf.for of an open number of trips");
            self.index_below(trips + 1)
        } else {
            self.number(trips)
        };
        let (lower, step, counter) = (self.number(0), self.number(1), self.fresh('k'));
        let (body, last) = self.in_region(&inside, |g| {
            let before = g.values.len();
            if trips > 0 {
                g.home().indices.push((counter.clone(), trips));
            }
            match g.rng.u8(..100) {
                0..45 => g.part_per_trip(&inside[0], &counter),
                45..60 => {
                    let own = inside[g.rng.usize(..inside.len())].clone();
                    g.update_of(&own, true);
                }
                _ => g.buffer_ops(),
            }
            if g.chance(30) {
                g.buffer_op();
            }
            g.handed_on(&inside, before)
        });
        let pairs: Vec<_> = inside.iter().zip(&inits).map(|(a, b)| format!("{} = {}", a.name, b.name)).collect();
        let text = format!(
            "scf.for {counter} = {lower} to {upper} step {step} iter_args({}) -> ({}) {{\n{body}  scf.yield {} : {}\n}}",
            pairs.join(", "),
            types(&inside),
            names(&last),
            types(&last)
        );
        self.finish_region(&text, &inits);
    }

    /// Changes the part of a carried tensor that belongs to a trip, from a part that an earlier trip wrote or a later one will.
    fn part_per_trip(&mut self, own: &Value, counter: &str) {
        let shape = own.ty.shape().unwrap_or(&[]).to_vec();
        if shape.is_empty() || shape.contains(&0) {
            return drop(self.update_of(own, true));
        }
        let rows = self.number(shape[0]);
        let here = self.stmt(&Type::INDEX, |_| format!("arith.remui {counter}, {rows} : index")).name;
        let mut part = shape.clone();
        part[0] = 1;
        let rest =
            |first: &str| [first.to_string()].into_iter().chain(vec!["0".into(); shape.len() - 1]).collect::<Vec<_>>().join(", ");
        let (sizes, ones) = (super::list(&part), super::list(&vec![1; shape.len()]));
        let from = if self.chance(50) {
            self.situation("reads what an earlier trip wrote");
            let by = self.rng.i64(1..=shape[0]);
            let by = self.number(by);
            let there = self.stmt(&Type::INDEX, |_| format!("arith.addi {here}, {by} : index")).name;
            self.stmt(&Type::INDEX, |_| format!("arith.remui {there}, {rows} : index")).name
        } else {
            self.situation("part of a trip changed in its place");
            here.clone()
        };
        let other = if self.chance(25) { self.same_type(own) } else { own.clone() };
        let taken = self.slice_stmt(&other, (&rest(&from), &sizes, &ones), &part);
        let changed = if self.chance(75) { self.update_of(&taken, true) } else { taken };
        self.insert_stmt(&changed, own, (&rest(&here), &sizes, &ones));
    }

    /// `scf.while` that counts to a number.
    pub(super) fn while_op(&mut self) {
        let (inits, first) = self.carried();
        let second: Vec<_> = inits.iter().map(|v| Value { name: self.fresh('k'), ty: v.ty.clone() }).collect();
        let trips = self.rng.i64(0..4);
        let (zero, one, most) = (self.number(0), self.number(1), self.number(trips));
        let (i, j) = (self.fresh('k'), self.fresh('k'));
        self.situation("scf.while");
        let (before, passed) = self.in_region(&first, |g| {
            let start = g.values.len();
            if g.chance(40) {
                g.buffer_op();
                g.handed_on(&first, start)
            } else {
                first.clone()
            }
        });
        let (after, last) = self.in_region(&second, |g| {
            let start = g.values.len();
            g.buffer_ops();
            g.handed_on(&second, start)
        });
        let pairs: Vec<_> = first.iter().zip(&inits).map(|(a, b)| format!(", {} = {}", a.name, b.name)).collect();
        let args: Vec<_> = second.iter().map(|v| format!(", {}: {}", v.name, v.ty)).collect();
        let types = types(&inits);
        let text = format!(
            "scf.while ({i} = {zero}{}) : (index, {types}) -> (index, {types}) {{
  {i}c = arith.cmpi slt, {i}, {most} : index
{before}  scf.condition({i}c) {i}, {} : index, {types}
}} do {{
^bb0({j}: index{}):
  {j}n = arith.addi {j}, {one} : index
{after}  scf.yield {j}n, {} : index, {types}
}}",
            pairs.concat(),
            names(&passed),
            args.concat(),
            names(&last)
        );
        let count = Value { name: i, ty: Type::INDEX };
        self.finish_region(&text, &[&[count], &inits[..]].concat());
    }

    /// `scf.if`.
    pub(super) fn branch_op(&mut self) {
        let condition = self.scalar(ScalarType::I1);
        let (like, _) = self.carried();
        self.situation("scf.if");
        let mut branches = Vec::new();
        for _ in 0..2 {
            branches.push(self.in_region(&[], |g| {
                let before = g.values.len();
                if g.chance(70) {
                    g.buffer_op();
                }
                like.iter().map(|v| g.chosen(v, before)).collect::<Vec<_>>()
            }));
        }
        if branches[0].1 == branches[1].1 {
            self.situation("scf.if yields one value in both branches");
        }
        let texts: Vec<_> =
            branches.iter().map(|(body, last)| format!("{{\n{body}  scf.yield {} : {}\n}}", names(last), types(last))).collect();
        self.finish_region(&format!("scf.if {} -> ({}) {}", condition.name, types(&like), texts.join(" else ")), &like);
    }

    /// What a branch yields: a value of the type of `like`, made in it or outside.
    fn chosen(&mut self, like: &Value, before: usize) -> Value {
        let made = self.values[before..].iter().rev().find(|v| v.ty == like.ty).cloned();
        match (self.rng.u8(..10), made) {
            (0..6, Some(made)) => made,
            (0..6, None) => self.update_of(like, true),
            (6..8, _) => {
                self.situation("scf.if yields a value from outside");
                like.clone()
            }
            _ => self.same_type(like),
        }
    }
}
