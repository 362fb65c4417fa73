# The event log.
desktop-logged-window-not-opened = the window cannot be opened
desktop-logged-window-not-shown = the window cannot be shown
desktop-logged-tray-outdated = the tray cannot be brought up to date
desktop-logged-session-disobeys = a session does not respond
desktop-logged-autostart-not-taken = the system did not take whether to start with the login
desktop-logged-place-unknown = where the window stands cannot be found out
desktop-logged-not-notified = the system does not show a notification

# Files that are saved.
desktop-file-no-bytes = a file to save has no bytes
desktop-file-no-name = a file to save has no name
desktop-file-not-written = cannot write { $path }: { $why }
desktop-do-restart-or-report = restart Tagbridge, and send a support bundle if that does not help
desktop-do-another-folder = choose another folder, or make room on the disk

# The tray: labels.
desktop-tray-no-session = No session
desktop-tray-open = Open Tagbridge
desktop-tray-quit = Quit
desktop-tray-stay = Keep streaming
desktop-tray-pause = Pause
desktop-tray-resume = Resume
desktop-tray-session = { $name }: { $state }
desktop-tray-stops = These sessions will stop:
desktop-tray-kept = What is not delivered yet is kept, and delivered when Tagbridge runs again.
desktop-state-live = live
desktop-state-connecting = connecting
desktop-state-waiting = waiting
desktop-state-paused = paused
desktop-state-fault = stopped by a fault
desktop-state-stopped = stopped

# When there can be no window.
desktop-unopened-no-web-view = WebView2, which shows it, is not installed on this machine
desktop-last-no-window = Tagbridge cannot open its window: { $why }
desktop-last-install-web-view = install the "WebView2 Runtime" from Microsoft (without a network: its "Evergreen Standalone Installer"); meanwhile `tagbridge run --console` shows the same screens in a browser
desktop-last-check-display = check that a display can be reached; `tagbridge run --console` needs none

# Notifications: a session dropped out.
desktop-alert-stopped = { $project }: session stopped
desktop-alert-silent = { $project }: the controller is not read
desktop-alert-undelivered = { $project }: values are not delivered
