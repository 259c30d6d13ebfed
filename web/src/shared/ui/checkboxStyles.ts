// The styles of Mantine's checkboxes, for the files that show one.
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
