/// The names of the parameters in `org.varlink.service`.
enum ServiceField {
  static let interface = "interface"
  static let description = "description"
  static let method = "method"
  static let parameter = "parameter"
  static let vendor = "vendor"
  static let product = "product"
  static let version = "version"
  static let url = "url"
  static let interfaces = "interfaces"
}

/// The interface that every service has, by which it describes itself.
///
/// ```swift
/// client.send(Call(method: ServiceInterface.getInfo), into: &output)
/// ```
public enum ServiceInterface {
  /// `org.varlink.service`.
  public static let name = "org.varlink.service"

  /// The full name of the method that says who the service is and what it serves.
  public static let getInfo = name + "." + getInfoMember

  /// The full name of the method that gives an interface's text.
  public static let getInterfaceDescription = name + "." + getInterfaceDescriptionMember

  /// The interface's own description.
  public static let description: InterfaceDescription = {
    do {
      return try InterfaceDescription(parsing: text)
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }()

  private static let getInfoMember = "GetInfo"
  private static let getInterfaceDescriptionMember = "GetInterfaceDescription"

  private static let text = """
    # What every Varlink service tells about itself, and the errors that any method may have.
    interface \(name)

    # Who made the service, and the names of the interfaces that it serves.
    method \(getInfoMember)() -> (
      \(ServiceField.vendor): string,
      \(ServiceField.product): string,
      \(ServiceField.version): string,
      \(ServiceField.url): string,
      \(ServiceField.interfaces): []string
    )

    # The text that describes one interface, with its comments.
    method \(getInterfaceDescriptionMember)(\(ServiceField.interface): string) \
    -> (\(ServiceField.description): string)

    # No interface of this name is served here.
    error InterfaceNotFound (\(ServiceField.interface): string)

    # The interface has no such method.
    error MethodNotFound (\(ServiceField.method): string)

    # The method is described, but not to be had, at least not in the way it was called.
    error MethodNotImplemented (\(ServiceField.method): string)

    # A parameter is missing, undeclared, of a wrong type, or out of range.
    error InvalidParameter (\(ServiceField.parameter): string)

    # The caller may not do this.
    error PermissionDenied ()

    # The method has to be called with 'more'.
    error ExpectedMore ()

    # The method has to be called with 'upgrade'.
    error ExpectedUpgrade ()

    """
}
