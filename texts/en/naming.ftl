# Names of a project, and its controller.
naming-unknown-block = the project has no data block `{ $name }`
naming-block-meant = did you mean `{ $name }`?
naming-block-inspect = `tagbridge project inspect FILE --tags` lists what it has
source-project = { $why }
source-other-platform = the project is for { $vendor }, which is not read over { $scheme }://
source-remedy-platform = give the file of the controller's own project, or the controller's address

# The event log.
naming-logged-program-changed = the controller's program is not the one that the session began with
