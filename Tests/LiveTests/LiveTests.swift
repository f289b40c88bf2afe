import Testing

/// Tests of the release programs, as their users run them: real processes, files and sockets, in a
/// private home. They measure time and take the whole machine, so they run one after another.
///
/// The programs are built first: `swift build -c release`.
@Suite(.serialized) enum LiveTests {}
