import "./style/tokens.css";
