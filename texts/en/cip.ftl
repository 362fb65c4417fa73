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
