// RUN: tilec opt %s
// Only a select takes a condition of several lanes.
func.func @f(%c: vector<4xi1>) {
  "cf.assert"(%c) <{msg = "all"}> : (vector<4xi1>) -> ()
  return
}
