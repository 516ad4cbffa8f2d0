// The usual theme in our colours, with the type of the reader's machine: no font has to be fetched.
import theme from 'vitepress/theme-without-fonts';
import '../../theme/colours.css';
import '../../theme/pages.css';
import '../../theme/pictures.css';

export default theme;
