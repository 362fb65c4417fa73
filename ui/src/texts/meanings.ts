// The meaning of events for the user, in both languages: whether data is lost, and what to do.
// The keys are event codes; `meanings.test.ts` checks which events need a meaning.

type Pair = [en: string, de: string];

const NOTHING: Pair = ['No action is needed.', 'Es ist nichts zu tun.'];
const OLD_READING: Pair = ['It costs a few more requests a scan; values are the same. No action is needed.', 'Es kostet einige Anfragen mehr je Abfrage; die Werte sind dieselben. Es ist nichts zu tun.'];
const SOME_TAGS: Pair = ['Tags that depend on it have no value; the table shows the reason. All other tags are read.', 'Variablen, die davon abhängen, haben keinen Wert; der Grund steht in der Tabelle. Alle anderen werden gelesen.'];
const MIRROR_ONLY: Pair = ['Only MQTT clients are affected: the service receives every snapshot.', 'Betroffen ist nur, was MQTT-Clients sehen: Der Dienst bekommt jeden Schnappschuss.'];
const COPY: Pair = ['Two bridges with the same data would mix two plants. Each continues as a separate device, so nothing is mixed.', 'Zwei Brücken auf denselben Daten würden zwei Anlagen vermischen. Jede läuft als eigenes Gerät weiter; nichts wird vermischt.'];
const STATUS: Pair = ['Values are still read and delivered; only other programs do not see the status. Check the free space and the permissions of the data folder.', 'Werte werden trotzdem gelesen und übertragen; nur andere Programme sehen den Stand nicht. Prüfen Sie Platz und Rechte des Datenordners.'];
const NEXT_START: Pair = ['This run is not affected. After the next start it may have to be chosen again.', 'Dieser Lauf ist nicht betroffen. Nach dem nächsten Start muss es vielleicht neu gewählt werden.'];
const PASSWORD: Pair = ['Log in again in the session’s line; until then it is not read.', 'Melden Sie sich in der Zeile der Sitzung neu an; bis dahin wird nicht gelesen.'];
const DISK: Pair = ['Free some space on this disk. Until then the oldest waiting snapshots are deleted to store the newest; each gap is counted and reported.', 'Schaffen Sie Platz auf diesem Datenträger. Bis dahin werden die ältesten wartenden Schnappschüsse gelöscht, um die neuesten zu speichern; jede Lücke wird gezählt und gemeldet.'];
const LOST: Pair = ['These snapshots are missing in the history; the gap is counted and reported to the service. New values are delivered.', 'Diese Schnappschüsse fehlen im Verlauf; die Lücke wird gezählt und dem Dienst gemeldet. Was jetzt gelesen wird, wird übertragen.'];
const LATER: Pair = ['No data is lost: snapshots wait on this computer and are delivered when the service responds.', 'Nichts geht verloren: Was gelesen wird, wartet auf diesem Rechner und wird übertragen, sobald der Dienst antwortet.'];
const PROJECT: Pair = ['Types, comments and logic may be missing until the project can be read again; values are read.', 'Typen, Kommentare und Logik fehlen vielleicht, bis das Projekt wieder gelesen werden kann; Werte werden gelesen.'];
const OUTBOX: Pair = ['Waiting snapshots are checked again at the next start. New snapshots are stored.', 'Was wartete, wird beim nächsten Start noch einmal angesehen. Neue Schnappschüsse werden gespeichert.'];
const LEARN: Pair = ['The controller’s program was downloaded or edited. For a moment values may be missing; no value is mixed up.', 'Die Steuerung wurde geladen oder geändert. Einen Moment lang können Werte fehlen; keiner wird verwechselt.'];
const CONTROLLER: Pair = ['Values are not read: the table shows the last ones in grey. The connection is retried; see the cause.', 'Werte werden nicht gelesen: In der Tabelle stehen die letzten grau. Es wird immer wieder versucht; siehe Ursache.'];
const BUSY: Pair = ['Other programs use its connections, so it is read more slowly; close programs that you do not need.', 'Jemand anderes belegt ihre Verbindungen. Sie wird langsamer gelesen; schließen Sie Programme, die nicht gebraucht werden.'];
const DATA: Pair = ['The readable part is used. Check that all projects and keys are there; restore the rest from a backup.', 'Was lesbar war, läuft weiter. Vergleichen Sie Projekte und Schlüssel mit dem, was da sein sollte; den Rest hat eine Sicherung.'];

const RECORDING: Pair = ['Delivery is not affected. The past of this time cannot be shown; the time line shows a gap. Check the free space of the disk.', 'Die Übertragung ist nicht betroffen. Die Vergangenheit dieser Zeit kann nicht gezeigt werden; die Zeitleiste zeigt eine Lücke. Prüfen Sie den freien Platz.'];

export const MEANINGS: Record<string, Pair> = {
  'bridge-logged-recording-not-written': RECORDING,
  'bridge-logged-recorder-broken': RECORDING,
  'bridge-logged-incident-kept': ['The recording around it is kept until you delete it: `tagbridge incident list`.', 'Die Aufzeichnung um dieses Ereignis bleibt, bis Sie sie löschen: `tagbridge incident list`.'],
  'bridge-logged-connected': ['Values are read from now on.', 'Ab jetzt werden Werte gelesen.'],
  'bridge-logged-controller-unreadable': CONTROLLER,
  'bridge-logged-controller-unread': ['At the moment this controller is not read.', 'Diese Steuerung wird im Moment nichts gefragt.'],
  'bridge-logged-tags-unreadable': ['They stay in the session as bad, each with its reason; all others are read. The check of the connection says what to do.', 'Sie bleiben mit ihrem Grund schlecht in der Sitzung; alle anderen werden gelesen. Die Prüfung der Verbindung sagt, was zu tun ist.'],
  'bridge-logged-stopped': ['All sessions have ended normally. Waiting snapshots are stored and delivered after the next start.', 'Alle Sitzungen sind geordnet beendet. Was wartete, bleibt und wird nach dem nächsten Start übertragen.'],
  'bridge-logged-session-cut-off': ['Its last scan may be missing. Earlier snapshots are stored.', 'Die letzte Abfrage fehlt vielleicht. Was davor gespeichert war, bleibt.'],
  'bridge-logged-session-broken': ['It no longer reads; stored snapshots are delivered. Start the session again, and send a support bundle to your support.', 'Sie liest nicht mehr; was gespeichert war, bleibt und wird übertragen. Starten Sie die Sitzung neu, und senden Sie ein Supportpaket an Ihren Betreuer.'],
  'bridge-logged-status-file': STATUS,
  'bridge-logged-snapshots-not-stored': DISK,
  'bridge-logged-snapshots-stored': NOTHING,
  'bridge-logged-snapshot-oversize': ['It is split, so no value is lost. With fewer or smaller tags per session it fits into one push.', 'Er wird geteilt, damit nichts fehlt. Mit weniger oder kleineren Variablen in einer Sitzung bleibt er ganz.'],
  'bridge-logged-snapshots-dropped': LOST,
  'bridge-logged-outbox-not-inspected': OUTBOX,
  'bridge-logged-outbox-older-copy': ['An older data folder was restored. Its snapshots are delivered as a separate stream, so no snapshot is stored twice.', 'Ein Datenordner wurde zurückgespielt. Was er enthielt, wird als eigener Strom übertragen, damit nichts doppelt gilt.'],
  'bridge-logged-folder-is-copy': COPY,
  'bridge-logged-folder-copied': COPY,
  'bridge-logged-run-not-kept': OUTBOX,
  'bridge-logged-controller-not-kept': ['This run is not affected. If the controller is replaced while Tagbridge is off, the new one is read without a question. Check the free space and the permissions of the data folder.', 'Dieser Lauf ist nicht betroffen. Wird die Steuerung getauscht, während Tagbridge aus ist, wird die andere ohne Rückfrage gelesen. Prüfen Sie Platz und Rechte des Datenordners.'],
  'bridge-logged-partner-took-over': ['The controllers are redundant: the partner runs the same program, and reading continues. Find out why the other one failed.', 'Die Steuerungen sind redundant: im Partner läuft dasselbe Programm, und es wird weiter gelesen. Prüfen Sie, warum die andere ausgefallen ist.'],
  'bridge-logged-device-not-renewed': STATUS,
  'bridge-logged-quarantine-full': ['The service refused more snapshots than the quarantine can store. Find out why it refuses them, and send them again or export them.', 'Der Dienst hat mehr Datensätze abgelehnt, als die Quarantäne aufnimmt. Klären Sie, warum er sie ablehnt, und senden Sie sie erneut oder exportieren Sie sie.'],
  'bridge-logged-not-sent-again': ['The snapshot stays in quarantine. Export it with `tagbridge outbox export FILE --quarantine`.', 'Der Datensatz bleibt in Quarantäne. Exportieren Sie ihn mit `tagbridge outbox export DATEI --quarantine`.'],
  'bridge-logged-outbox-replaced': ['Another program removed or replaced the file, such as a clean-up or a restored backup. No data is lost; keep other programs away from the data folder.', 'Etwas anderes hat die Datei entfernt oder ersetzt, etwa ein Aufräumprogramm oder eine zurückgespielte Sicherung. Nichts ist verloren; halten Sie andere Programme vom Datenordner fern.'],
  'bridge-logged-outbox-damaged': ['A disk error or a power failure damaged the file. Its unreadable snapshots are lost and counted as a gap.', 'Die Datei wurde durch Datenträger oder Stromausfall beschädigt. Was daraus nicht lesbar war, ist verloren und als Lücke gezählt.'],
  'bridge-logged-outbox-mark': OUTBOX,
  'bridge-logged-disk-full': DISK,
  'bridge-logged-disk-has-room': NOTHING,
  'bridge-logged-room-kept': DISK,
  'bridge-logged-uploader-broken': ['The data is kept and sent again automatically. Send a support bundle to your support.', 'Was zu senden war, bleibt und wird von selbst erneut versucht. Senden Sie ein Supportpaket an Ihren Betreuer.'],
  'bridge-logged-push-taken': ['The service stores them: other people can see them now.', 'Der Dienst speichert sie: Andere können sie jetzt sehen.'],
  'bridge-logged-nothing-delivered': LATER,
  'bridge-logged-snapshots-rejected': ['The snapshots are in quarantine: `tagbridge outbox quarantine` lists them with the reasons. They can be sent again.', 'Die Datensätze sind in Quarantäne: `tagbridge outbox quarantine` listet sie auf und nennt den Grund. Sie können erneut gesendet werden.'],
  'bridge-logged-snapshot-given-up': LOST,
  'bridge-logged-clocks-differ': ['Values have the time of this computer’s clock. Correct the wrong clock; synchronize both with the same time server.', 'Zeiten von Werten sind die dieses Rechners. Stellen Sie die Uhr, die falsch geht; am besten beide nach demselben Zeitserver.'],
  'bridge-logged-requested-unreadable': ['Tags that the service requested in the meantime are not read; earlier requests are still read.', 'Was der Dienst anfragt, wird im Moment nicht gelesen; was vorher angefragt war, läuft weiter.'],
  'bridge-logged-end-not-told': ['The service detects it within half a minute.', 'Der Dienst merkt es von selbst innerhalb einer halben Minute.'],
  'bridge-logged-project-from-copy': ['The service did not respond. Names and types are from the last download.', 'Der Dienst hat nicht geantwortet. Namen und Typen sind die vom letzten Mal.'],
  'bridge-logged-copy-useless': PROJECT,
  'bridge-logged-file-not-kept': NEXT_START,
  'bridge-logged-remark-on-configuration': ['That part of the configuration has no effect. Correct it.', 'Was dort steht, hat keine Wirkung. Berichtigen Sie die Konfiguration.'],
  'bridge-logged-named-by-project': NOTHING,
  'bridge-logged-project-version-used': NOTHING,
  'bridge-logged-named-by-controller': ['There is no project file: values are read, without comments and logic.', 'Es gibt keine Projektdatei: Werte werden gelesen, ohne Kommentare und Logik.'],
  'bridge-logged-controller-differs': ['The controller was changed after the project was saved. Tags that differ have no value until the newer project is opened.', 'Die Steuerung wurde geändert, nachdem das Projekt gespeichert wurde. Abweichende Variablen haben keinen Wert, bis das neuere Projekt geöffnet ist.'],

  'desk-logged-check-not-kept': ['The session is not affected; a support bundle has no result of the check. Check the free space and the permissions of the data folder.', 'Die Sitzung ist nicht betroffen; in einem Supportpaket fehlt das Ergebnis der Prüfung. Prüfen Sie Platz und Rechte des Datenordners.'],
  'desk-logged-started': NOTHING,
  'desk-logged-events-missing': ['The log has a gap here. Values are not affected.', 'Das Protokoll hat hier eine Lücke. Werte sind nicht betroffen.'],
  'desk-logged-log-not-kept': ['Events are shown here until the program ends. Check the free space and the permissions of the data folder.', 'Ereignisse sind hier zu sehen, bis das Programm endet. Prüfen Sie Platz und Rechte des Datenordners.'],
  'desk-logged-session-not-resumed': ['This session is not running. Start it again by hand.', 'Diese Sitzung läuft nicht. Starten Sie sie von Hand.'],
  'desk-logged-password-not-resumed': PASSWORD,
  'desk-logged-passwords-damaged': PASSWORD,
  'desk-logged-old-password-stays': ['The program no longer needs the old password; remove it from the keychain by hand.', 'Das alte Passwort braucht das Programm nicht mehr; entfernen Sie es von Hand aus dem Schlüsselbund.'],
  'desk-logged-file-unreadable': PROJECT,
  'desk-logged-service-listens': NOTHING,
  'desk-logged-service-other-port': ['Enter the new address in programs that use the old one.', 'Programme mit der alten Adresse brauchen die neue.'],
  'desk-logged-service-ended': LATER,
  'desk-logged-service-broke-down': LATER,
  'desk-logged-service-not-resumed': ['Values are not delivered until you choose a service in the settings.', 'Es wird nichts übertragen, bis in den Einstellungen ein Dienst gewählt ist.'],
  'desk-logged-settings-unreadable': ['Check the settings: your changes must be made again.', 'Sehen Sie die Einstellungen an: Was geändert war, muss neu gesetzt werden.'],
  'desk-logged-tags-not-kept': NEXT_START,
  'desk-logged-copy-stays': ['Delete the file by hand if others should not have it.', 'Löschen Sie die Datei von Hand, wenn sie sonst niemand haben soll.'],

  'cip-logged-other-answer': NOTHING,
  'cip-logged-names-alone': OLD_READING,
  'cip-logged-tags-not-listed': OLD_READING,
  'cip-logged-program-changed': LEARN,
  'cip-logged-listed-again': LEARN,
  'cip-logged-program-not-listed': SOME_TAGS,
  'cip-logged-tag-differs': LEARN,
  'cip-logged-structure-too-deep': SOME_TAGS,
  'cip-logged-structure-unreadable': SOME_TAGS,
  'cip-logged-structure-not-described': SOME_TAGS,
  'cip-logged-access-unknown': NOTHING,
  'cip-logged-hung-up-at-name': NOTHING,
  'cip-logged-hung-up-at-tags': OLD_READING,
  'cip-logged-no-backplane': NOTHING,
  'cip-logged-identity-from-port': NOTHING,
  'cip-logged-no-identity': ['It is not known whether it is still the same device. Compare its address with its name plate.', 'Ob es noch dasselbe Gerät ist, lässt sich nicht sagen. Vergleichen Sie die Adresse mit dem Schild.'],
  'cip-logged-hung-up-at-read': SOME_TAGS,
  'cip-logged-connection-refused': BUSY,
  'cip-logged-no-connection': OLD_READING,
  'cip-logged-no-more-connections': BUSY,
  'client-logged-mode-unknown': ['Whether the controller is in RUN is not shown. Values are read.', 'Ob die Steuerung in RUN ist, wird nicht gezeigt. Werte werden gelesen.'],
  's7-logged-other-answer': NOTHING,
  's7-logged-no-status-list': NOTHING,
  'opcua-logged-too-deep': SOME_TAGS,
  'opcua-logged-subscribed-again': ['Changes in between were not received; current values are.', 'Änderungen dazwischen wurden nicht gemeldet; die Werte von jetzt schon.'],
  'opcua-logged-polled-instead': ['Values are read at the rate of the session; only changes between two scans are not seen. No action is needed.', 'Werte werden im Takt der Sitzung gelesen; nur Änderungen zwischen zwei Abfragen werden nicht gesehen. Es ist nichts zu tun.'],
  'opcua-logged-takes-less': OLD_READING,
  'opcua-logged-certificate-trusted': ['From now on only a server with this certificate is trusted at this address.', 'Ab jetzt wird unter dieser Adresse nur einem Server mit diesem Zertifikat geglaubt.'],
  'opcua-logged-certificate-renewed': ['Servers that require trust refuse the connection until the new certificate is accepted there.', 'Server, die Vertrauen verlangen, lehnen uns ab, bis dort jemand das neue Zertifikat annimmt.'],
  'naming-logged-program-changed': LEARN,

  'mirror-logged-connected': NOTHING,
  'mirror-logged-not-connected': MIRROR_ONLY,
  'mirror-logged-host-away': MIRROR_ONLY,
  'mirror-logged-born-anew': NOTHING,
  'mirror-logged-snapshots-dropped': MIRROR_ONLY,
  'mirror-logged-message-too-large': MIRROR_ONLY,
  'mirror-logged-snapshot-suspected': MIRROR_ONLY,
  'mirror-logged-counter-not-kept': MIRROR_ONLY,

  'store-logged-brought-up-to-date': ['It may take a minute after an update.', 'Nach einer Aktualisierung kann das eine Minute dauern.'],
  'store-logged-copied': NOTHING,
  'store-logged-damaged': DATA,
  'store-logged-keys-lost': DATA,
  'store-logged-key-in-log-alone': DATA,
  'store-logged-sees-all-rows': ['Create a database role for the service that is not a superuser: docs/manual/postgres.md.', 'Lassen Sie die Datenbank eine Rolle für den Dienst anlegen, die kein Superuser ist: docs/manual/postgres.md.'],
  'service-logged-no-room-left': ['Bridges keep their snapshots until the disk has space. Free some on the service’s disk.', 'Brücken behalten, was sie lesen, bis Platz ist. Schaffen Sie Platz auf dem Datenträger des Dienstes.'],
  'service-logged-room-again': NOTHING,
  'service-logged-clock-differs': ['Correct the clock of that computer; its values have its time.', 'Stellen Sie die Uhr jenes Rechners; die Zeiten seiner Werte richten sich danach.'],
  'service-logged-ages-not-known': ['No data is lost; expired data is kept longer. Check the date of the service’s computer. If it is right, the service was off for days, and uses the date after one week.', 'Nichts geht verloren; es bleibt mehr, als sein müsste. Prüfen Sie das Datum des Dienst-Rechners. Stimmt es, war der Dienst tagelang aus und richtet sich danach, sobald er eine Woche gelaufen ist.'],
  'service-logged-ages-known': NOTHING,
  'service-logged-ages-not-kept': ['Check the free space and the permissions of the service’s data folder.', 'Prüfen Sie Platz und Rechte des Datenordners des Dienstes.'],
  'service-logged-model-away': ['Questions are answered without the model: shorter, with the same citations.', 'Fragen werden ohne das Modell beantwortet: kürzer, und mit denselben Belegen.'],
  'service-logged-store-failed': ['The service refused data that it could not store; bridges send it again. Check its disk.', 'Der Dienst hat abgelehnt, was er nicht behalten konnte; Brücken senden es noch einmal. Prüfen Sie seinen Datenträger.'],
};
