/* Runs before the first paint: colours and language of the last visit, and the texts of that language on their way. */
;(function () {
  var stored = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // storage is switched off: the defaults hold
    }
  }
  var root = document.documentElement
  var chosen = stored('almoner.appearance')
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light')
  var language = stored('almoner.language')
  if (!language) language = /^de/i.test(navigator.language) ? 'sie_DE' : 'en_US'
  root.lang = language === 'en_US' ? 'en' : 'de'
  var texts = document.currentScript.getAttribute('data-' + language.toLowerCase().replace('_', '-'))
  if (!texts) return
  var link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts
  document.head.appendChild(link)
})()
