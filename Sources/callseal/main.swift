// The command line: `Tool` finds the command, the command's own file does the work.
System.prepare()
System.exit(Tool.run(Array(CommandLine.arguments.dropFirst())))
