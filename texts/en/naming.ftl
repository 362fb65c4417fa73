# Names of a project, and its controller.
naming-unknown-block = the project has no data block `{ $name }`
naming-block-meant = did you mean `{ $name }`?
naming-block-inspect = `tagbridge project inspect FILE --tags` lists the project's blocks
source-other-platform = the project is for { $vendor }, which is not read over { $scheme }://
source-remedy-platform = use the project file of this controller, or correct the controller's address

# The event log.
naming-logged-program-changed = the controller's program changed since the session started

# How the controller differs from the project.
naming-program-changed = the controller's program changed since the session started: its layout cannot be verified
naming-program-untold = the controller no longer reports whether its program is unchanged since the session started
naming-not-downloaded-lacks = the controller has no { $tag }, which this version adds
naming-not-downloaded-unknown = it is not known whether the controller runs it
naming-program-remedy-compare = compare the controller with the project (preflight), and start the session again with the version that the controller runs
naming-length-longer = is longer than in the project ({ $bytes } bytes)
naming-length-shorter = is shorter than in the project ({ $bytes } bytes)
naming-length-absent = is not in the controller
naming-block-differs = { $block } { $length }
naming-block-is = the data block { $block } { $length }
naming-other-controller-name = the controller's name is { $controller }, in the project it is { $project }
naming-other-controller-serial = the controller has serial number { $controller }, the project's has { $project }
naming-layout-lacks = the controller's { $type_name } has no member { $member }
naming-layout-more = the controller's { $type_name } has an additional member { $member }
naming-layout-type = in { $type_name }, the controller's member { $member } is { $controller }, the project's is { $project }
naming-layout-order = the members of { $type_name } have another order in the controller, from { $member } on
naming-type-differs = the controller has { $controller }, but the project has { $project }
naming-tag-differs = { $tag }: { $what }
naming-without-member = without its member { $member }: { $cause }
naming-numbered-alike = the data blocks { $blocks } have the same number: enter their numbers in the session's block numbers

# What would let more tags be read.
naming-proposal-by-name-answers = { $tags } of the tags are in data blocks with optimised access: the controller's own OPC UA server can read them by name and is available: { $endpoint }
naming-proposal-by-name-if-on = { $tags } of the tags are in data blocks with optimised access: the controller's own OPC UA server can read them by name if it is enabled: { $endpoint }
naming-proposal-block-numbers = the file does not contain the numbers of these data blocks; enter them, such as "{ $first }" = 1: { $names }
