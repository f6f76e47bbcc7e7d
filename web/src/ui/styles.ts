// Order matters: the theme points Bootstrap's variables at its own tokens.
import 'bootstrap/dist/css/bootstrap.min.css';
import 'bootstrap-icons/font/bootstrap-icons.min.css';
import '@fontsource-variable/inter/index.css';
import './tokens.css';
import './theme.css';
import './shell.css';
import './phone.css';
