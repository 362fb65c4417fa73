# EtherNet/IP CIP.
cip-remedy-free-connections = close other connections to the controller (HMI, other gateways) or wait until orphaned ones time out
cip-remedy-route = check the route in the endpoint: the slot of the controller (such as /1,0), or / alone for a controller with its own port
cip-remedy-index = check the index against the tag's dimensions
cip-remedy-download = wait until the download is done
cip-remedy-size = cap the size in the endpoint, such as ?size=504
cip-remedy-other-controller = check that the endpoint leads to a Logix controller; others have no list of tags
cip-remedy-edit = wait until the download or the online edit is finished
cip-remedy-by-name = read the tags by name instead

cip-upload-refused = the controller does not list its tags: { $why }
cip-upload-bytes = { $why }
cip-upload-too-long = the list has more than { $limit } { $what }
cip-upload-changing = the project changed again and again while its tags were listed

cip-refused-directly = { $status }, without a route
cip-refused-by-route = { $status }, by route { $route }

# The event log.
cip-logged-other-answer = an answer to another request is left aside
cip-logged-names-alone = the controller's tags are read by their names alone
cip-logged-tags-not-listed = the controller's tags could not be listed
cip-logged-program-changed = the controller's program has changed, its tags are learnt again
cip-logged-listed-again = the project changed while its tags were listed, they are listed again
cip-logged-program-not-listed = a program's tags are not listed
cip-logged-tag-differs = a tag is not what the controller told
cip-logged-structure-too-deep = a structure lies in itself or too deep
cip-logged-structure-unreadable = a structure's description cannot be read
cip-logged-structure-not-described = a structure is not described
cip-logged-access-unknown = the controller does not tell the external access
cip-logged-hung-up-at-name = the controller hung up when it was asked for its project's name
cip-logged-hung-up-at-tags = the controller hung up when it was asked for its tags
cip-logged-no-backplane = the device has no backplane and is read directly
cip-logged-identity-from-port = the controller does not tell its identity, its port is asked
cip-logged-connection-refused = the controller refused to open a connection
cip-logged-no-connection = the controller grants no connection and is read without one, in smaller pieces
cip-logged-no-more-connections = the controller grants no more connections
