import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

@Suite struct InterfaceTests {
  @Test(arguments: UnitsInterface.allCases)
  func `a text is in the canonical form and bears its file's name`(interface: UnitsInterface) {
    let description = interface.description
    #expect(description.name == interface.name)
    #expect(description.format() == description.text)
  }

  @Test func `the methods are those that are described`() {
    for interface in UnitsInterface.allCases {
      let declared = Set(interface.description.methods.map(\.name))
      let implemented = Set(UnitsMethod.allCases.filter { $0.interface == interface }.map(\.name))
      #expect(declared == implemented)
    }
    for method in UnitsMethod.allCases {
      #expect(method.fullName == method.interface.name + "." + method.name)
    }
    #expect(UnitsMethod(rawValue: "dev.units.preferences.Nope") == nil)
  }

  @Test(arguments: UnitsMethod.allCases)
  func `methods that stream, and only they, say so in the customary words`(method: UnitsMethod) {
    let documentation = method.declaration.documentation
    #expect(documentation.contains("[Requires 'more' flag]") == (method.mode == .more))
    #expect(!documentation.isEmpty)
  }

  @Test(arguments: UnitsInterface.allCases)
  func `every client can parse the texts`(interface: UnitsInterface) {
    let description = interface.description
    var walker = TypeWalker()
    for member in description.members {
      switch member {
      case .type(let declaration):
        #expect(!declaration.documentation.isEmpty)
        walker.visit(declaration.type)
      case .method(let declaration):
        walker.visit(.structure(declaration.input))
        walker.visit(.structure(declaration.output))
      case .error(let declaration):
        #expect(!declaration.documentation.isEmpty)
        walker.visit(.structure(declaration.parameters))
      }
    }
    #expect(walker.objections.isEmpty)
    #expect(description.text.utf8.allSatisfy { $0 < 0x80 })
  }
}

/// Collects what some client is known not to parse.
private struct TypeWalker {
  var objections: [String] = []

  mutating func visit(_ type: ValueType) {
    switch type {
    case .any: objections.append("any")
    case .array(.array), .array(.nullable), .array(.map): objections.append("nested array")
    case .array(let inner), .map(let inner), .nullable(let inner): visit(inner)
    case .structure(let fields):
      for field in fields {
        if field.name != field.name.lowercased() { objections.append(field.name) }
        visit(field.type)
      }
    case .bool, .int, .float, .string, .object, .named, .enumeration: break
    }
  }
}
