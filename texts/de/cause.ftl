# Was vor einer Flanke zuerst anders wurde.

cause-went-on = { $name } ging um { $at } an
cause-went-off = { $name } ging um { $at } aus
cause-changed = { $name } wechselte um { $at } von { $from } auf { $to }
cause-certain = sicher: { $causes } wechselte zuerst
cause-together = sicher: { $causes } wechselten zusammen, und beide waren nötig
cause-one-of = eine von { $count } Erklärungen; die Aufzeichnung kann sie nicht unterscheiden
cause-not-recorded = die Aufzeichnung zeigt nicht, was zuerst wechselte
cause-input = ein Eingang
cause-outside = kein Code gibt ihm diesen Wert: ein Bedienpanel oder eine andere Steuerung schrieb ihn
cause-lacking = nicht aufgezeichnet: { $tags }
cause-unseen = die Ursache war vor der nächsten Abfrage vorbei
cause-gap = damals wurde nichts gelesen
cause-by-itself = der Code ändert es von selbst
cause-not-understood = der Code, der es bewirkt haben kann, wird nicht verstanden
cause-condition = seine Bedingung wechselte
cause-timer = eine Zeit
cause-counter = ein Zähler
cause-number = berechnet, oder ein Zustand begann
