// RUN: tilec opt --expand-math %s
// CHECK-NOT: math.$(=exp|log|tanh|erf|sin|cos|tan|pow|atan|asin|acos|cbrt)
// CHECK: return
func.func @f(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.log1p %0 : f64
  %2 = math.tanh %1 : f64
  %3 = math.erf %2 : f64
  %4 = math.sin %3 : f64
  %5 = math.cos %4 : f64
  %6 = math.tan %5 : f64
  %7 = math.powf %6, %x : f64
  %8 = math.atan2 %7, %x : f64
  %9 = math.asin %8 : f64
  %10 = math.acosh %9 : f64
  %11 = math.cbrt %10 : f64
  return %11 : f64
}
