import AuditCommands
import Terminal

World.leave(Program.run(World.live()))
