// The logo as a link to the home page.
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'

export function BrandLink({ to = paths.home }: { to?: string }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit" aria-label={shellTexts.homeOf}>
      <Logo />
    </Anchor>
  )
}

/** The logo: a tick (to know) and the name. */
export function Logo({ size = 32, hideName = false }: { size?: number; hideName?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap" renderRoot={(props) => <span {...props} />}>
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
        <rect width="64" height="64" rx="18" fill="#0f5f3b" />
        <path
          d="M18 34l10 10 20-24"
          fill="none"
          stroke="#ffb433"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!hideName && (
        <Text component="span" fw={800} fz={size * 0.66} lts="-0.02em">
          Sabi
        </Text>
      )}
    </Group>
  )
}
