// Paths of the course pages and of what comes with them, relative to the site root.

export const stylesheetFile = 'pages.css';
