import App
import CommandLine

World.leave(Program.run(World.live(), .a11y))
