// The shortcuts of the back office: the command palette, and the keys in lists. The palette is loaded
// after the page, so that nothing typed into it is lost to loading.
import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyPart } from '@/shared/ui/lazyPart'
import type { MenuGroup } from '../AdminFrame'
import type { CommandPaletteProps } from './CommandPalette'
import { isFree, listKeys, press, pressSave, useSingleKeysSetting } from './listKeys'
import { mod, shortcutsTexts } from './messages'
import type { ShortcutsDialogProps } from './ShortcutsDialog'
import styles from './shortcuts.module.css'

const loadPalette = () => import('./CommandPalette').then((m) => m.CommandPalette)
const CommandPalette = lazyPart<CommandPaletteProps>(loadPalette, () => null)
const ShortcutsDialog = lazyPart<ShortcutsDialogProps>(
  () => import('./ShortcutsDialog').then((m) => m.ShortcutsDialog),
  () => null,
)

export function Shortcuts({ menu }: { menu: MenuGroup[] }) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const [single, setSingle] = useSingleKeysSetting()
  // Editors use this key for links.
  useHotkeys([['mod+K', () => setOpen('palette')]], [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!pressSave(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // In the capture phase, before an editor that breaks the line on Ctrl+Enter.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  useEffect(() => {
    if (!single || open) return
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const key = listKeys[event.key]
      if (event.key === '?') setOpen('keys')
      else if (!key || !press(key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single, open])
  useEffect(() => {
    // If loading fails now, it is retried when it is opened.
    loadPalette().catch(() => undefined)
  }, [])
  const close = () => setOpen(null)
  return (
    <>
      <UnstyledButton
        className={styles.opener}
        aria-label={shortcutsTexts.openKeys(`${mod} K`)}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <Search size={16} aria-hidden />
        <span>{shortcutsTexts.open}</span>
        <Kbd size="xs">{mod} K</Kbd>
      </UnstyledButton>
      {open === 'palette' && (
        <CommandPalette menu={menu} onClose={close} onKeys={() => setOpen('keys')} />
      )}
      {open === 'keys' && <ShortcutsDialog single={single} onSingle={setSingle} onClose={close} />}
    </>
  )
}
