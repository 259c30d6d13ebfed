// The texts of the editor of rich text.

export const words = {
  toolbarOf: (field: string) => `Formatting of ${field}`,
}
