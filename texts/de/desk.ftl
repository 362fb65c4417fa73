# Die Bildschirme.
desk-login-here = geben Sie einen Benutzer und ein Passwort ein, die der Server kennt und die dort lesen dürfen
