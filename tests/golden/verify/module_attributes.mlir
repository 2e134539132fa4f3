// RUN: tilec opt %s
// The attributes of a module belong to a dialect.
module attributes {author = "nobody"} {
}
