import { defineMessages } from '#shared/messages.ts'

export const sessionMessages = defineMessages({
  'session.username_required': [
    'Enter your user name',
    'Gib deinen Benutzernamen ein',
    'Geben Sie Ihren Benutzernamen ein',
  ],
  'session.password_required': ['Enter your password', 'Gib dein Passwort ein', 'Geben Sie Ihr Passwort ein'],
  'session.forgot_password': ['Forgot password?', 'Passwort vergessen?'],
  'session.wrong': ['User name or password is wrong', 'Benutzername oder Passwort ist falsch'],
})
