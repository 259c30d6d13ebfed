// For browsers that are too old for the app: shows the sentence that says so (index.html), and which tests
// are kept in this browser, which it still has once it is updated. Runs in all browsers with scripts, so
// that it is written as those of 2010 understand it; loaded by ahead.ts, or where there are no modules.
;(function () {
  function ready() {
    var sentence = document.querySelector('.too-old')
    if (!sentence) return
    sentence.style.display = 'block'
    readKept(function (attempts) {
      if (attempts.length > 0)
        sentence.parentNode.insertBefore(listOf(attempts), sentence.nextSibling)
    })
  }

  function listOf(attempts) {
    var box = document.createElement('div')
    box.className = 'too-old'
    box.style.display = 'block'
    var words = document.createElement('p')
    words.textContent =
      'These tests are kept in this browser. Update it, and they open again with your answers:'
    var list = document.createElement('ul')
    for (var i = 0; i < attempts.length; i += 1) {
      var row = document.createElement('li')
      row.textContent = nameOf(attempts[i])
      list.appendChild(row)
    }
    box.appendChild(words)
    box.appendChild(list)
    return box
  }

  function nameOf(attempt) {
    var parts = [attempt.exam.title, attempt.assessment.title]
    if (attempt.year) parts.push(attempt.year)
    return parts.join(', ')
  }

  /** The running tests that are kept here, as idb-keyval holds them (features/test/attempt/storage.ts). */
  function readKept(found) {
    if (!window.indexedDB) return
    var asked = window.indexedDB.open('sabi.attempts')
    // Nothing was ever kept here: the app makes it when there is something.
    asked.onupgradeneeded = function () {
      asked.transaction.abort()
    }
    asked.onsuccess = function () {
      var attempts = []
      var reading = asked.result.transaction('kept').objectStore('kept').openCursor()
      reading.onsuccess = function () {
        var cursor = reading.result
        if (!cursor) return found(attempts)
        var one = cursor.value
        if (one && one.paper && one.attempt.state === 'running') attempts.push(one.attempt)
        cursor['continue']()
      }
    }
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready)
  else ready()
})()
