export const fieldsPath = '/api/v4/additional-steps-fields/'

type More = { choices?: string[]; step?: string; required?: boolean }

/** An additional field as it is created. */
export function question(key: string, type = 'text', { choices = [], ...more }: More = {}) {
  const words = (en_US: string, name = en_US) => ({ en_US, du_DE: `${name} du`, sie_DE: `${name} sie` })
  return {
    key,
    step: 'basics',
    type,
    labels: words(`${key}?`, key),
    choices: choices.map((choice) => ({ key: choice, labels: words(choice) })),
    ...more,
  }
}
