# The screens.
desk-login-here = enter a user and a password that the server knows, and that may read there
