// What a person measures, as pure values: nothing in this module touches a file, a socket, a clock
// or the environment.
//
// Three rules hold everywhere:
// - A stored value is in its type's base unit (metres, kilograms, metres, degrees Celsius, beats per
//   minute), always. A `UnitSystem` changes only what is shown and how a bare number is read.
// - One table, `MeasurementUnit.all`, holds every unit: conversion, display, parsing and the lists
//   in error messages are read from it. A new unit is one more row.
// - Text in and out is decided here alone: `NumberText` reads what people type, `DecimalText`
//   rounds what is shown, `RFC3339` reads and writes instants.
