import Arguments
import AuditCommands
import Terminal

World.leave(Program.run(World.live(), .a11y))
