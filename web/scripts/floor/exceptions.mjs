// What the built files may use although a floor lacks it, and why.

/** `src/app/oldBrowsers/index.ts` adds these before the app starts. */
export const added = ['Object.hasOwn', '.at()', 'AbortSignal.timeout', '.throwIfAborted()']

/** Methods that nobody calls where they are missing. */
export const guarded = {
  '.requestFullscreen()':
    'only where document.fullscreenEnabled (features/attempt/window/useProtections.ts)',
  '.exitFullscreen()':
    'only where document.fullscreenEnabled (features/attempt/window/useProtections.ts)',
  '.createPolicy()': 'only where window.trustedTypes (the editor asks)',
  '.getWriter()': 'only where CompressionStream (shared/offline/sealing.ts)',
  '.getSubscription()': 'only where PushManager (shared/device/push.ts)',
  '.showNotification()': 'only for a subscription, which only browsers with it make (sw.js)',
  'Notification.requestPermission': 'only where Notification (shared/device/push.ts)',
  '.skipTransition()': 'of what startViewTransition gave, for which React Router asks first',
}

/** What `src/app/oldBrowsers/index.ts` rewrites as it loads the file, by the file's name. */
export const rewritten = { mantine: [':is()', ':where()'] }

/** Styles without which everything can be seen and used. */
export const decorative = {
  ':focus-visible': "the browser's own ring shows the focus",
  ':has()': 'oldBrowsers.test.ts names the files, where a hover, a ring or a width is missing',
  '::backdrop': 'the page behind a dialog is not darkened',
  '@media (forced-colors)': 'no such mode',
  'accent-color': 'check boxes have the colour of the system',
  'aspect-ratio': 'pictures have the ratio of their file',
  'color-scheme': 'fields have the colours of the system',
  container: 'Mantine uses it where a grid asks for it, which ours do not',
  cursor: 'telephones have none',
  'field-sizing': 'a text field keeps its height and can be scrolled',
  'forced-color-adjust': 'no such mode',
  gap: 'things in a row stand closer together in Safari 14.0',
  'overscroll-behavior': 'the page may scroll on at the end of a list',
  'overscroll-behavior-x': 'the page may scroll on at the end of a list',
  resize: 'telephones have none',
  'scroll-behavior': 'scrolls at once',
  'scroll-margin': 'may stop a little nearer to the edge',
  'scroll-margin-top': 'may stop a little nearer to the edge',
  'scrollbar-width': 'bars have the width of the system',
  'text-box-edge': 'a few pixels of height',
  'text-box-trim': 'a few pixels of height',
  'text-wrap': 'lines break elsewhere',
}

/** The same for screens of the back office alone. */
export const decorativeInBackOffice = {
  '@container': 'parts stand below one another',
  'color-mix()': 'the cells that are chosen in a table of the editor have no tint',
  'container-type': 'parts stand below one another',
  'grid-template-columns': 'the names of a rubric do not stand in one column (subgrid)',
  overflow: 'a corner of the editor is not round (clip)',
}
