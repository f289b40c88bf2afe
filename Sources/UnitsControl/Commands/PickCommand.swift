internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// `pick`: the unit system as a picker.
enum PickCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    if let menu = invocation.arguments.word(.menu, as: PickMenu.self) {
      return try store(try menu.choose(present: try present(invocation)), invocation)
    }
    let streams = invocation.streams
    if let input = streams.input, let output = streams.output.descriptor, isTerminal(input),
      streams.output.isTerminal(), invocation.environment["TERM"] != "dumb"
    {
      return try pick(invocation, input: input, output: output)
    }
    return try store(try ask(invocation), invocation)
  }

  private static func pick(
    _ invocation: Invocation, input: CInt, output: CInt
  ) throws(ControlFailure) -> ExitStatus {
    let picker: Picker
    do throws(SystemError) {
      picker = Picker(invocation, loop: try EventLoop(), input: input, output: output)
      try picker.run()
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    if let failure = picker.failure { throw failure }
    try invocation.report(invocation.text(of: .string(picker.model.system.rawValue)))
    return .done
  }

  private static func present(_ invocation: Invocation) throws(ControlFailure) -> UnitSystem {
    let values = try translating { () throws(ClientError) in
      try invocation.client.get([PreferenceKey.unitSystem])
    }
    return invocation.client.options.shownSystem(in: values)
  }

  /// Lists the systems and reads a number or a word; nil if there is nothing to read.
  private static func ask(_ invocation: Invocation) throws(ControlFailure) -> UnitSystem? {
    let present = try present(invocation)
    let systems = UnitSystem.allCases
    var text = ""
    for (index, system) in systems.enumerated() {
      text += "\(index + 1)) \(system)" + (system == present ? " (now)\n" : "\n")
    }
    let numbers = systems.indices.map { String($0 + 1) }
    text += "\(numbers.joined(separator: " or "))? "
    // Somebody who captures the answer in a script is asked where it is seen, and a program that
    // reads JSON reads nothing else.
    let isCaptured = !invocation.streams.output.isTerminal()
    if isCaptured, invocation.wantsJSON || invocation.streams.error.isTerminal() {
      _ = invocation.streams.error.write(text)
    } else {
      try invocation.write(text + (invocation.streams.output.isTerminal() ? "" : "\n"))
    }
    let line: String?
    do throws(SystemError) { line = try invocation.streams.readLine() } catch {
      throw ControlFailure(ClientError.system(error))
    }
    guard let word = line?.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      return nil
    }
    if let system = UnitSystem(rawValue: word) { return system }
    if let number = Int(word), systems.indices.contains(number - 1) { return systems[number - 1] }
    throw ControlFailure(
      .badData, "not a choice: \(word)",
      hint: "allowed: \((numbers + systems.map(\.rawValue)).joined(separator: ", "))")
  }

  private static func store(
    _ system: UnitSystem?, _ invocation: Invocation
  ) throws(ControlFailure) -> ExitStatus {
    guard let system else { return .no }
    try translating { () throws(ClientError) in
      try invocation.client.set([PreferenceKey.unitSystem: .string(system.rawValue)])
    }
    try invocation.report(invocation.text(of: .string(system.rawValue)))
    return .done
  }
}
