# The event log.
desktop-logged-window-not-opened = the window cannot be opened
desktop-logged-window-not-shown = the window cannot be shown
desktop-logged-signals-unheard = the system's signals cannot be heard
desktop-logged-tray-outdated = the tray cannot be brought up to date
desktop-logged-session-disobeys = a session does not obey
desktop-logged-autostart-not-taken = the system did not take whether to start with the login
desktop-logged-place-unknown = where the window stands cannot be found out
