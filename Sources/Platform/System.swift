// The C library of the system. No other file imports it: who needs it imports this room, and what the systems do
// differently stands in this room alone.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
