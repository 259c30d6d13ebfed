// The states of an account, as selects offer them (spec 3 §3).
export const statuses = (['Active', 'InActive', 'Blocked', 'Suspended'] as const).map((value) => ({
  value,
  label: value,
}))
