package model

// Version is the package's version, on every signal (spec §10). A test holds it equal to
// package.json.
const Version = "0.1.0"
