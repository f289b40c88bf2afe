import Varlink

/// Any text is refused or becomes an interface, and its canonical form is that interface again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let interface: InterfaceDescription
  do throws(InterfaceDescriptionError) {
    interface = try InterfaceDescription(parsing: text)
  } catch {
    precondition(!error.description.isEmpty, "an error says what is wrong")
    return 0
  }
  let formatted = interface.format()
  guard let again = try? InterfaceDescription(parsing: formatted) else {
    preconditionFailure("the canonical form is an interface: \(formatted)")
  }
  precondition(again.members == interface.members, "formatting changes layout only: \(formatted)")
  precondition(again.format() == formatted, "the canonical form is its own: \(formatted)")
  for method in interface.methods {
    _ = interface.invalidParameter(in: [:], declared: method.input)
  }
  return 0
}
