// The list of all sessions, and alerts, in both languages.

export const many = (count: string, one: string, more: string): string => `${count} ${count === '1' ? one : more}`;

export const watching = {
  en: {
    overview: {
      title: 'All sessions', count: (count: string) => many(count, 'session', 'sessions'), start: 'New session', state: 'State', session: 'Project and controller', bad: 'Bad tags', scan: 'Scan time', changed: 'State since', delivered: 'Last delivered',
      ofTags: (all: string) => `of ${all}`, ofInterval: (interval: string) => `of ${interval}`, close: 'close', notRead: 'not reading', never: 'never', ago: (age: string) => `${age} ago`, since: (time: string) => `Since ${time}`, lasted: (time: string, span: string) => `At ${time}, for ${span}`,
      keys: 'The worst first. Arrow keys move, Enter opens, P pauses and resumes.',
    },
    alerts: {
      title: 'Alerts', open: (count: string) => `${count} still open`, unseen: (count: string) => `${count} new`, unseenLabel: (count: string) => many(count, 'new alert', 'new alerts'), markSeen: 'Mark all as seen', none: 'No session has dropped out', noneNext: 'Since the program was started.', rules: 'Notifications…',
      kinds: { stopped: (project: string) => `${project}: session stopped`, silent: (project: string) => `${project}: the controller is not read`, undelivered: (project: string) => `${project}: values are not delivered` },
      notify: 'System notifications', notifyHelp: 'One for each time that a session drops out.', denied: 'This browser does not allow notifications for this page.', notAllowedYet: 'This browser asks first.', allow: 'Allow in this browser…',
      silent: 'Controller not read', silentHelp: 'Notified after 10 s. You are always notified of a session that stops by itself.', undelivered: 'Values not delivered', undeliveredHelp: 'Notified after 10 s.', projects: 'Projects',
      alertsOf: (project: string) => `Alerts of ${project}`, notified: 'Notify', muted: 'Muted',
    },
  },
  de: {
    overview: {
      title: 'Alle Sitzungen', count: (count: string) => many(count, 'Sitzung', 'Sitzungen'), start: 'Neue Sitzung', state: 'Zustand', session: 'Projekt und Steuerung', bad: 'Schlechte Variablen', scan: 'Abfragezeit', changed: 'Zustand seit', delivered: 'Zuletzt übertragen',
      ofTags: (all: string) => `von ${all}`, ofInterval: (interval: string) => `von ${interval}`, close: 'knapp', notRead: 'wird nicht gelesen', never: 'nie', ago: (age: string) => `vor ${age}`, since: (time: string) => `Seit ${time}`, lasted: (time: string, span: string) => `${time}, ${span} lang`,
      keys: 'Das Schlechteste zuerst. Pfeiltasten bewegen, Eingabe öffnet, P hält an und setzt fort.',
    },
    alerts: {
      title: 'Meldungen', open: (count: string) => `${count} noch offen`, unseen: (count: string) => `${count} neue`, unseenLabel: (count: string) => many(count, 'neue Meldung', 'neue Meldungen'), markSeen: 'Alle gesehen', none: 'Keine Sitzung ist ausgefallen', noneNext: 'Seit das Programm läuft.', rules: 'Wer benachrichtigt wird…',
      kinds: { stopped: (project: string) => `${project}: Sitzung angehalten`, silent: (project: string) => `${project}: Die Steuerung wird nicht gelesen`, undelivered: (project: string) => `${project}: Werte werden nicht übertragen` },
      notify: 'Benachrichtigungen des Systems', notifyHelp: 'Eine für jedes Mal, wenn eine Sitzung ausfällt.', denied: 'Dieser Browser lässt für diese Seite keine Benachrichtigungen zu.', notAllowedYet: 'Dieser Browser fragt zuerst.', allow: 'In diesem Browser zulassen…',
      silent: 'Steuerung nicht gelesen', silentHelp: 'Gemeldet nach 10 s. Eine Sitzung, die sich selbst anhält, wird immer gemeldet.', undelivered: 'Werte nicht übertragen', undeliveredHelp: 'Gemeldet nach 10 s.', projects: 'Projekte',
      alertsOf: (project: string) => `Meldungen von ${project}`, notified: 'Gemeldet', muted: 'Stumm',
    },
  },
};
