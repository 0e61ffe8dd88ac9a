import { defineMessages } from '#shared/messages.ts'

/** Accounts, invitations, passwords. */
export const userMessages = defineMessages({
  'errors.superuser_only': ['Only a superuser may do this', 'Das dürfen nur Superuser'],
  'errors.last_superuser': ['The last superuser has to stay', 'Der letzte Superuser muss bleiben'],
  'errors.own_account': [
    'Nobody can disable the own account',
    'Das eigene Konto lässt sich nicht deaktivieren',
  ],
  'errors.not_invited': [
    'This account is not waiting for an invitation',
    'Dieses Konto wartet nicht auf eine Einladung',
  ],
  'users.known_address': [
    'There is already an account with this address',
    'Zu dieser Adresse gibt es schon ein Konto',
  ],
  'users.username_taken': ['This user name is taken', 'Dieser Benutzername ist vergeben'],
  'users.username_invalid': [
    'Use 3 to 64 letters, digits, dots or hyphens',
    '3 bis 64 Buchstaben, Ziffern, Punkte oder Bindestriche',
  ],
  'users.password_too_short': ['Use at least 8 characters', 'Mindestens 8 Zeichen'],
  'users.password_like_name': [
    'The password must not be the user name or the e-mail address',
    'Das Passwort darf nicht Benutzername oder E-Mail-Adresse sein',
  ],
  'users.type.end': ['End user', 'Endnutzerkonto'],
  'users.type.staff': ['Staff user', 'Mitarbeitendenkonto'],
  'users.type.company': ['Company user', 'Unternehmenskonto'],
  'users.type.promoter': ['Promoter', 'Projektträger'],
  'users.state.invited': ['Invited', 'Eingeladen'],
  'users.state.active': ['Active', 'Aktiv'],
  'users.state.disabled': ['Disabled', 'Deaktiviert'],
})
