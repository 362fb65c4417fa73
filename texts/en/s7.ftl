# Siemens S7.
s7-remedy-wrong-place = check rack and slot (S7-300: rack=0&slot=2; S7-400: as in its hardware configuration; S7-1200/1500: rack=0&slot=1), or the TSAPs
s7-remedy-no-room = the controller may have no connection to spare (an S7-1200 has few): close another client's, or check rack and slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = the controller may have no connection to spare: close another client's
s7-remedy-by-address = read by address, such as DB1.DBD4, or take the names from the project

s7-refusal-closed = it closed the connection
s7-refusal-no-names = an S7 controller knows blocks and areas by number, and no tag by its name

# The event log.
s7-logged-other-answer = an answer to another request is left aside
