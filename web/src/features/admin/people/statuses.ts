// The statuses of an account, for selects (spec 3 §3).
export const statuses = (['Active', 'InActive', 'Blocked', 'Suspended'] as const).map((value) => ({
  value,
  label: value,
}))
