// Mantine's styles for browsers without cascade layers (before Chrome 99, Firefox 97, Safari 15.4).
import address from './mantine.css?url'

/** How long the app waits for them, in milliseconds: an unstyled page is better than none. */
const PATIENCE = 15_000

/**
 * Inserts the styles before all others, so that ours override them; resolves once they are loaded.
 */
export async function addStyles(): Promise<void> {
  if ('CSSLayerBlockRule' in window) return
  // Chrome 87 also lacks :where(), which Mantine uses everywhere.
  if (!CSS.supports('selector(:where(a))')) return addText()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  await new Promise((done) => {
    link.onload = done
    link.onerror = done
    setTimeout(done, PATIENCE)
    document.head.prepend(link)
  })
}

async function addText(): Promise<void> {
  try {
    const response = await fetch(address)
    const style = document.createElement('style')
    style.textContent = withoutWhere(await response.text())
    document.head.prepend(style)
  } catch {
    // Offline: the app works unstyled.
  }
}

/** The same rules for browsers that had `:where()` under another name. */
export const withoutWhere = (css: string) => css.replace(/:(?:where|is)\(/g, ':-webkit-any(')
