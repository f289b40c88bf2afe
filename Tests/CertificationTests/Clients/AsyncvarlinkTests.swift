import Foundation
import Testing

/// PyPI's asyncvarlink, which derives its types from Python's and refuses replies that do not fit
/// them: a member too many is an error there.
@Suite(.serialized) struct AsyncvarlinkTests {
  @Test func `asyncvarlink calls, monitors, and is told of errors`() throws {
    guard let python = try Peers.python(with: "asyncvarlink"), let daemon = try RunningDaemon()
    else { return }
    let result = try Program.run(python, ["-c", Self.program, daemon.socket])
    #expect(
      result.lines == [
        "serves dev.units.preferences",
        "describes dev.units.preferences",
        "whole {} True",
        "set 1",
        "change {'dev.units.system': 'imperial', 'n': 3} False",
        "get {'dev.units.system': 'imperial'}",
        "gone {'n': None} False",
        "error dev.units.preferences.InvalidKey key reason",
        "error org.varlink.service.InvalidParameter parameter",
      ], "\(result.output)\(result.errors)")
    #expect(result.status == 0)
    #expect(try daemon.stop() == 0)
  }

  private static let program = #"""
    import asyncio
    import collections.abc
    import sys
    import typing

    from asyncvarlink import (
        VarlinkClientProtocol, VarlinkErrorReply, VarlinkInterface, connect_unix_varlink,
        varlinkmethod,
    )
    from asyncvarlink.serviceinterface import VarlinkServiceInterface

    class Values(typing.TypedDict):
        values: typing.Any
        epoch: str
        revision: int

    class Change(typing.TypedDict):
        values: typing.Any
        complete: bool
        epoch: str
        revision: int

    class Committed(typing.TypedDict):
        epoch: str
        revision: int

    class Preferences(VarlinkInterface, name="dev.units.preferences"):
        @varlinkmethod(allow_foreign=True)
        async def Get(self, *, group: str | None = None, keys: list[str] | None = None) -> Values:
            raise NotImplementedError

        @varlinkmethod(allow_foreign=True)
        async def Set(
            self, *, group: str | None = None, values: typing.Any, replace: bool | None = None
        ) -> Committed:
            raise NotImplementedError

        @varlinkmethod(allow_foreign=True)
        async def Monitor(
            self, *, group: str | None = None, keys: list[str] | None = None
        ) -> collections.abc.AsyncIterator[Change]:
            raise NotImplementedError
            yield

    async def connect(path, interface):
        transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, path)
        return transport, protocol.make_proxy(interface)

    async def main(path):
        transport, service = await connect(path, VarlinkServiceInterface)
        interface = (await service.GetInfo())["interfaces"][1]
        print("serves", interface)
        text = (await service.GetInterfaceDescription(interface=interface))["description"]
        names = [l.split()[1] for l in text.splitlines() if l.startswith("interface ")]
        print("describes", *names)
        transport.close()
        monitoring, proxy = await connect(path, Preferences)
        changes = proxy.Monitor()
        transport, preferences = await connect(path, Preferences)
        first = await anext(changes)
        print("whole", first["values"], first["complete"])
        set = await preferences.Set(values={"dev.units.system": "imperial", "n": 3})
        print("set", set["revision"])
        change = await anext(changes)
        print("change", change["values"], change["complete"])
        print("get", (await preferences.Get(keys=["dev.units.system"]))["values"])
        await preferences.Set(values={"n": None})
        change = await anext(changes)
        print("gone", change["values"], change["complete"])
        for arguments in {"values": {"": 1}}, {"group": "../x", "values": {}}:
            try:
                await preferences.Set(**arguments)
            except VarlinkErrorReply as error:
                print("error", error.name, *error.parameters)
        transport.close()
        monitoring.close()

    asyncio.run(main(sys.argv[1]))
    """#
}
