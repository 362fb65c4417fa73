# The event log.
desktop-logged-window-not-opened = the window cannot be opened
desktop-logged-window-not-shown = the window cannot be shown
desktop-logged-tray-outdated = the tray cannot be updated
desktop-logged-session-disobeys = a session does not respond
desktop-logged-autostart-not-taken = the system did not change the start at login
desktop-logged-place-unknown = the position of the window is unknown
desktop-logged-not-notified = the system does not show a notification

# Files that are saved.
desktop-file-no-bytes = a file to save has no bytes
desktop-file-no-name = a file to save has no name
desktop-file-not-written = cannot write { $path }: { $why }
desktop-do-restart-or-report = restart Tagbridge, and send a support bundle if that does not help
desktop-do-another-folder = choose another folder, or free some space on the disk

# The tray: labels.
desktop-tray-no-session = No session
desktop-tray-open = Open Tagbridge
desktop-tray-quit = Quit
desktop-tray-stay = Keep streaming
desktop-tray-pause = Pause
desktop-tray-resume = Resume
desktop-tray-session = { $name }: { $state }
desktop-tray-stops = These sessions will stop:
desktop-tray-kept = Undelivered values are stored, and delivered when Tagbridge runs again.
desktop-state-live = live
desktop-state-not-delivered = read, not delivered to the service
desktop-state-not-stored = read, not stored: this disk has a problem
desktop-state-connecting = connecting
desktop-state-waiting = waiting
desktop-state-paused = paused
desktop-state-fault = stopped by an error
desktop-state-stopped = stopped

# When there can be no window.
desktop-unopened-no-web-view = WebView2, which shows the window, is not installed on this computer
desktop-last-no-window = Tagbridge cannot open its window: { $why }
desktop-last-install-web-view = install the "WebView2 Runtime" from Microsoft (without a network: its "Evergreen Standalone Installer"); meanwhile `tagbridge run --console` shows the same screens in a browser
desktop-last-check-display = check that a display is available; `tagbridge run --console` does not need one

# Notifications: a session dropped out.
desktop-alert-stopped = { $project }: session stopped
desktop-alert-silent = { $project }: the controller is not read
desktop-alert-undelivered = { $project }: values are not delivered
