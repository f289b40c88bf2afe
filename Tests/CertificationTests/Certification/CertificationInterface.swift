import Varlink

/// `org.varlink.certification`, the interface by which Varlink implementations test each other: each
/// call takes what the one before it replied, so that every type crosses the wire in both
/// directions.
enum CertificationInterface {
  static let name = "org.varlink.certification"

  static let description: InterfaceDescription = {
    do { return try InterfaceDescription(parsing: text) } catch {
      preconditionFailure("\(name): \(error)")
    }
  }()

  private static let text = """
    # Calls that come in one order, each with the reply to the one before it.
    interface org.varlink.certification

    type Interface (
      foo: ?[]?[string](foo, bar, baz),
      anon: (foo: bool, bar: bool)
    )

    # A member of every type.
    type MyType (
      object: object,
      enum: (one, two, three),
      struct: (first: int, second: string),
      array: []string,
      dictionary: [string]string,
      stringset: [string](),
      nullable: ?string,
      nullable_array_struct: ?[](first: int, second: string),
      interface: Interface
    )

    # Begins; the other calls carry the id.
    method Start() -> (client_id: string)

    method Test01(client_id: string) -> (bool: bool)

    method Test02(client_id: string, bool: bool) -> (int: int)

    method Test03(client_id: string, int: int) -> (float: float)

    method Test04(client_id: string, float: float) -> (string: string)

    method Test05(client_id: string, string: string) -> (
      bool: bool,
      int: int,
      float: float,
      string: string
    )

    method Test06(
      client_id: string,
      bool: bool,
      int: int,
      float: float,
      string: string
    ) -> (struct: (bool: bool, int: int, float: float, string: string))

    method Test07(
      client_id: string,
      struct: (bool: bool, int: int, float: float, string: string)
    ) -> (map: [string]string)

    method Test08(client_id: string, map: [string]string) -> (set: [string]())

    method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

    # Replies ten times.
    # [Requires 'more' flag]
    method Test10(client_id: string, mytype: MyType) -> (string: string)

    # Is called oneway, with the ten replies.
    method Test11(client_id: string, last_more_replies: []string) -> ()

    method End(client_id: string) -> (all_ok: bool)

    # There is no such client, or not any more.
    error ClientIdError ()

    # The call is not the one that was due.
    error CertificationError (wants: object, got: object)

    """
}
