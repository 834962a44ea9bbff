import AuditCommands

World.leave(Program.run(World.live()))
