# Names of a project, and its controller.
naming-unknown-block = the project has no data block `{ $name }`
naming-block-meant = did you mean `{ $name }`?
naming-block-inspect = `tagbridge project inspect FILE --tags` lists what it has
source-other-platform = the project is for { $vendor }, which is not read over { $scheme }://
source-remedy-platform = give the file of the controller's own project, or the controller's address

# The event log.
naming-logged-program-changed = the controller's program is not the one that the session began with

# How the controller differs from the project.
naming-program-changed = the controller's program changed since the session began: its layout cannot be verified
naming-program-untold = the controller does not tell any more whether its program is the one that the session began with
naming-not-downloaded = the controller is not known to run it
naming-program-remedy-compare = compare the controller with the project (preflight), and start the session again with the version that it runs
naming-length-longer = is longer than the { $bytes } bytes of the project
naming-length-shorter = is shorter than the { $bytes } bytes of the project
naming-length-absent = is not in the controller
naming-block-differs = { $block } { $length }
naming-block-is = the data block { $block } { $length }
naming-other-controller-name = the controller is called { $controller }, the project's is { $project }
naming-other-controller-serial = the controller has serial number { $controller }, the project's has { $project }
naming-layout-lacks = the controller's { $type_name } has no member { $member }
naming-layout-more = the controller's { $type_name } has a member { $member }, which the project's does not have
naming-layout-type = in { $type_name }, the controller's member { $member } is { $controller }, the project's is { $project }
naming-layout-order = the members of { $type_name } have another order in the controller, from { $member } on
naming-type-differs = the controller has { $controller }, the project says { $project }
naming-tag-differs = { $tag }: { $what }
naming-without-member = without its member { $member }: { $cause }
naming-numbered-alike = the data blocks { $blocks } have the same number: say their true numbers in the session's block numbers

# What would let more tags be read.
naming-proposal-by-name-answers = { $tags } of the tags lie in data blocks with optimised access: the controller's own OPC UA server reads them by name, and answers: { $endpoint }
naming-proposal-by-name-if-on = { $tags } of the tags lie in data blocks with optimised access: the controller's own OPC UA server reads them by name, where it is switched on: { $endpoint }
naming-proposal-block-numbers = the file does not tell the numbers of these data blocks; say them, such as "{ $first }" = 1: { $names }
